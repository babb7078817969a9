-- A term that stays the current one until a day, and the day of the default for enrolment.
UPDATE academic_terms SET default_from = '2026-01-05', current_until = '2026-04-30'
WHERE id = '01900000-0000-7000-8000-00000000f001';
