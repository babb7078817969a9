-- An erasure looks through the whole log for the person's names and numbers. As a query this began
-- anew for each row, with its small letters anew for each name; now they are made once:
-- docs/domain.md, "A person's data".
CREATE OR REPLACE FUNCTION holds_any(value text, texts text[]) RETURNS boolean
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  small text := lower(value);
  one text;
BEGIN
  FOREACH one IN ARRAY coalesce(texts, '{}') LOOP
    IF position(lower(one) IN small) > 0 THEN
      IF value ~* erasure_pattern(one) THEN
        RETURN true;
      END IF;
    END IF;
  END LOOP;
  RETURN false;
END $$;
