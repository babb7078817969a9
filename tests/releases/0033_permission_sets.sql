-- The new table since 0032: a set that changes the role of the clerks.
INSERT INTO permission_sets (id, name, role, adds, removes, discount_limit_percent) VALUES
  ('018f0000-0000-7000-8000-000000000033', 'Senior clerk', 'staff',
    '["announcements:write"]', '["enrolments:leave"]', 20);
