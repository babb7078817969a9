-- The names and search texts of this database have the form of this release.
INSERT INTO finished_steps (kind, version, at) VALUES ('text-form', 1, '2026-03-02T01:00:00Z');
