-- Told before: seats and states. Now every change of a class that others may look at, its teacher too, and a class that is new.
DROP TRIGGER "classes_tell" ON "classes";--> statement-breakpoint
CREATE TRIGGER "classes_tell" AFTER INSERT OR UPDATE OF "capacity", "status", "version" ON "classes"
  FOR EACH ROW EXECUTE FUNCTION tell_change('class', 'id');
