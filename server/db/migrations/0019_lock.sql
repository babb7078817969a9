ALTER TABLE "sessions" ADD COLUMN "last_act_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL;
ALTER TABLE "sessions" ADD COLUMN "locked_at" timestamp (3) with time zone;
--> statement-breakpoint
-- A desk whose session was locked stops listening at once.
CREATE TRIGGER sessions_lock_tell AFTER UPDATE OF locked_at ON sessions
  FOR EACH ROW WHEN (NEW.locked_at IS NOT NULL) EXECUTE FUNCTION tell_change('person', 'user_id');
