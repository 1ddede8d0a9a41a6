"""Referees that others wrote: rules engines that our legality and resolution are held against."""
