-- Told before: what a row belongs to by now. Now also what it belonged to until then: the branch a student has left, for one.
CREATE OR REPLACE FUNCTION "tell_change"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  was text := to_jsonb(OLD) ->> TG_ARGV[1];
  now_is text := to_jsonb(NEW) ->> TG_ARGV[1];
BEGIN
  PERFORM pg_notify('branchdesk_events', TG_ARGV[0] || ':' || coalesce(now_is, was));
  IF was <> now_is THEN
    PERFORM pg_notify('branchdesk_events', TG_ARGV[0] || ':' || was);
  END IF;
  RETURN NULL;
END $$;
