-- Who sits where, and who is signed in, is written by several parts, so the database itself tells what changed. It does so
-- when the transaction is done and never when it is not; a listener is told once of each row.
CREATE FUNCTION "tell_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('branchdesk_events', TG_ARGV[0] || ':' || (to_jsonb(coalesce(NEW, OLD)) ->> TG_ARGV[1]));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "enrolments_tell" AFTER INSERT OR UPDATE OF "status", "seat_hold_until" ON "enrolments"
  FOR EACH ROW EXECUTE FUNCTION tell_change('class', 'class_id');--> statement-breakpoint
CREATE TRIGGER "classes_tell" AFTER UPDATE OF "capacity", "status" ON "classes"
  FOR EACH ROW EXECUTE FUNCTION tell_change('class', 'id');--> statement-breakpoint
CREATE TRIGGER "sessions_tell" AFTER DELETE ON "sessions"
  FOR EACH ROW EXECUTE FUNCTION tell_change('person', 'user_id');--> statement-breakpoint
CREATE TRIGGER "users_tell" AFTER UPDATE OF "role", "branch_id", "active" ON "users"
  FOR EACH ROW EXECUTE FUNCTION tell_change('person', 'id');
