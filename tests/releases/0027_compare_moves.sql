-- A superadmin has held the money of the move against the old book, and signed.
UPDATE moves SET signed_at = '2026-03-05T10:00:00Z', signed_by_id = '01900000-0000-7000-8000-0000000000a1',
  signed_code = '1a2b3c4d'
WHERE id = '01900000-0000-7000-8000-0000000000f1';
