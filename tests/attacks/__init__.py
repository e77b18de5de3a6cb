"""Seeded attacks on the suite itself, which must never report success for a lost verdict."""
