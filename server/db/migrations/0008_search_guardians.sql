DROP INDEX "students_birthday";--> statement-breakpoint
CREATE INDEX "students_birthday_down" ON "students" USING btree (coalesce("date_of_birth", '-infinity'::date),"id");--> statement-breakpoint
CREATE INDEX "students_birthday" ON "students" USING btree (coalesce("date_of_birth", 'infinity'::date),"id");--> statement-breakpoint
-- A student is found by the guardians too. `search` is the student's own text and, behind a line break, that of the
-- guardians. It follows from three tables that many parts write, so the database itself keeps it.
CREATE FUNCTION "student_search"("own_and_rest" text, "student" uuid) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT split_part(own_and_rest, E'\n', 1) || coalesce(E'\n' || string_agg(
    (SELECT p.search FROM parents p WHERE p.id = g.parent_id), ' ' ORDER BY g.position, g.parent_id), '')
  FROM guardians g WHERE g.student_id = student
$$;--> statement-breakpoint
CREATE FUNCTION "keep_guardians_in_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search := student_search(NEW.search, NEW.id);
  RETURN NEW;
END $$;--> statement-breakpoint
-- A student who is just being added has no guardians yet.
CREATE TRIGGER "students_keep_guardians" BEFORE UPDATE OF "search" ON "students"
  FOR EACH ROW EXECUTE FUNCTION keep_guardians_in_search();--> statement-breakpoint
-- What was right already is not written again.
CREATE FUNCTION "search_again"("student" uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE students SET search = split_part(search, E'\n', 1)
  WHERE id = student AND search IS DISTINCT FROM student_search(search, id);
END $$;--> statement-breakpoint
-- One student at a time, by the key: a plan for all of them would be kept for the life of the connection, and one that
-- was made while there were few students reads every row later on.
CREATE FUNCTION "search_linked_students"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  linked uuid;
BEGIN
  IF TG_OP = 'DELETE' OR TG_OP = 'UPDATE' THEN
    FOR linked IN SELECT DISTINCT student_id FROM before LOOP
      PERFORM search_again(linked);
    END LOOP;
  END IF;
  IF TG_OP = 'INSERT' OR TG_OP = 'UPDATE' THEN
    FOR linked IN SELECT DISTINCT student_id FROM after LOOP
      PERFORM search_again(linked);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "guardians_added" AFTER INSERT ON "guardians" REFERENCING NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION search_linked_students();--> statement-breakpoint
CREATE TRIGGER "guardians_changed" AFTER UPDATE ON "guardians" REFERENCING OLD TABLE AS "before" NEW TABLE AS "after"
  FOR EACH STATEMENT EXECUTE FUNCTION search_linked_students();--> statement-breakpoint
CREATE TRIGGER "guardians_removed" AFTER DELETE ON "guardians" REFERENCING OLD TABLE AS "before"
  FOR EACH STATEMENT EXECUTE FUNCTION search_linked_students();--> statement-breakpoint
CREATE FUNCTION "search_children"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  child uuid;
BEGIN
  FOR child IN SELECT student_id FROM guardians WHERE parent_id = NEW.id LOOP
    PERFORM search_again(child);
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "parents_found_by" AFTER UPDATE OF "search" ON "parents"
  FOR EACH ROW WHEN (OLD.search IS DISTINCT FROM NEW.search) EXECUTE FUNCTION search_children();--> statement-breakpoint
UPDATE "students" SET "search" = "search" WHERE "id" IN (SELECT "student_id" FROM "guardians");
