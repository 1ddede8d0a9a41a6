"""The service under load: many clients at once against a server process on loopback (docs/service.md)."""
