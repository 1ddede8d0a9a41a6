"""The rules of combat: a position in compiled numbers, triggers, the score; damage and declarations."""
