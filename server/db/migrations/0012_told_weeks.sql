-- Told before: seats, and classes that changed. Now also single meetings, which change no class, and who is a student of a branch.
-- Each names its branch: all meetings of one plan, or everybody of one import, are told in one line, since a transaction sends the same line once.
CREATE TRIGGER "class_sessions_tell" AFTER INSERT OR DELETE OR UPDATE OF "date", "start_time", "end_time", "teacher_id", "room_id", "status" ON "class_sessions"
  FOR EACH ROW EXECUTE FUNCTION tell_change('weeks', 'branch_id');--> statement-breakpoint
CREATE TRIGGER "students_tell" AFTER INSERT OR UPDATE OF "home_branch_id", "status", "archived", "first_name", "last_name", "nickname", "date_of_birth" ON "students"
  FOR EACH ROW EXECUTE FUNCTION tell_change('students', 'home_branch_id');
