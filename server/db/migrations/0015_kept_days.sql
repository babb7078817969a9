CREATE TABLE "kept_days" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_days_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"branch_id" uuid NOT NULL,
	"day" date NOT NULL,
	"as_of" timestamp (3) with time zone NOT NULL,
	"figures" jsonb,
	"made_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE "kept_days" ADD CONSTRAINT "kept_days_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "kept_days_day" ON "kept_days" USING btree ("branch_id","day","sequence");
CREATE INDEX "kept_days_withdrawn" ON "kept_days" USING btree ("branch_id","sequence") WHERE "kept_days"."figures" is null;
CREATE INDEX "allocations_at" ON "allocations" USING btree ("at");
CREATE INDEX "enrolment_states_at" ON "enrolment_states" USING btree ("at");
CREATE INDEX "instalments_due" ON "instalments" USING btree ("due_on");
CREATE INDEX "instalments_at" ON "instalments" USING btree ("at");
CREATE INDEX "instalments_ended_at" ON "instalments" USING btree ("ended_at") WHERE "instalments"."ended_at" is not null;
CREATE INDEX "payments_voided_at" ON "payments" USING btree ("voided_at") WHERE "payments"."voided_at" is not null;

SELECT append_only('kept_days');

-- Kept days hold rows before a moment. Sessions, the class and start of a place, and the basis of a
-- fee have no moment, so a change of one withdraws the days that counted them: docs/figures.md,
-- "Kept days". Writers of kept days hold the same lock alone, so a change is either in their
-- figures or withdraws them.
CREATE FUNCTION withdraw_kept_days(of_branch uuid, from_day date) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF from_day > (clock_timestamp() AT TIME ZONE 'Asia/Vientiane')::date THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('kept days ' || of_branch, 0));
  INSERT INTO kept_days (branch_id, day, as_of)
  SELECT of_branch, from_day, clock_timestamp()
  WHERE EXISTS (
    SELECT FROM kept_days kept
    WHERE kept.branch_id = of_branch AND kept.day >= from_day AND kept.figures IS NOT NULL
      AND NOT EXISTS (
        SELECT FROM kept_days withdrawn
        WHERE withdrawn.branch_id = of_branch AND withdrawn.figures IS NULL
          AND withdrawn.day <= kept.day AND withdrawn.sequence > kept.sequence));
END $$;

-- The branches that billed places of a class.
CREATE FUNCTION withdraw_kept_days_of_class(of_class uuid, from_day date) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  billing uuid;
BEGIN
  FOR billing IN
    SELECT DISTINCT orders.branch_id FROM enrolments place
    JOIN order_lines line ON line.enrolment_id = place.id
    JOIN orders ON orders.id = line.order_id
    WHERE place.class_id = of_class ORDER BY 1
  LOOP
    PERFORM withdraw_kept_days(billing, from_day);
  END LOOP;
END $$;

CREATE FUNCTION sessions_change_kept_days() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  today date := (clock_timestamp() AT TIME ZONE 'Asia/Vientiane')::date;
  moved record;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    FOR moved IN
      SELECT class_id, min(date) AS day FROM (
        (SELECT id, class_id, date, start_time FROM gone
          WHERE status IN ('scheduled', 'held') AND date <= today
          EXCEPT SELECT id, class_id, date, start_time FROM added
          WHERE status IN ('scheduled', 'held'))
        UNION ALL
        (SELECT id, class_id, date, start_time FROM added
          WHERE status IN ('scheduled', 'held') AND date <= today
          EXCEPT SELECT id, class_id, date, start_time FROM gone
          WHERE status IN ('scheduled', 'held'))
      ) changed GROUP BY 1 ORDER BY 1
    LOOP
      PERFORM withdraw_kept_days_of_class(moved.class_id, moved.day);
    END LOOP;
  ELSIF TG_OP = 'INSERT' THEN
    FOR moved IN
      SELECT class_id, min(date) AS day FROM added
      WHERE status IN ('scheduled', 'held') AND date <= today GROUP BY 1 ORDER BY 1
    LOOP
      PERFORM withdraw_kept_days_of_class(moved.class_id, moved.day);
    END LOOP;
  ELSE
    FOR moved IN
      SELECT class_id, min(date) AS day FROM gone
      WHERE status IN ('scheduled', 'held') AND date <= today GROUP BY 1 ORDER BY 1
    LOOP
      PERFORM withdraw_kept_days_of_class(moved.class_id, moved.day);
    END LOOP;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER kept_days_sessions_added AFTER INSERT ON class_sessions
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION sessions_change_kept_days();
CREATE TRIGGER kept_days_sessions_changed AFTER UPDATE ON class_sessions
REFERENCING OLD TABLE AS gone NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION sessions_change_kept_days();
CREATE TRIGGER kept_days_sessions_gone AFTER DELETE ON class_sessions
REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION sessions_change_kept_days();

CREATE FUNCTION places_change_kept_days() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  billing uuid;
BEGIN
  FOR billing IN
    SELECT DISTINCT orders.branch_id FROM order_lines line
    JOIN orders ON orders.id = line.order_id
    WHERE line.enrolment_id = NEW.id ORDER BY 1
  LOOP
    PERFORM withdraw_kept_days(billing, least(OLD.start_date, NEW.start_date));
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER kept_days_places AFTER UPDATE OF class_id, start_date ON enrolments
FOR EACH ROW WHEN ((OLD.class_id, OLD.start_date) IS DISTINCT FROM (NEW.class_id, NEW.start_date))
EXECUTE FUNCTION places_change_kept_days();

CREATE FUNCTION fees_change_kept_days() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM withdraw_kept_days(branch.id, (SELECT min(day) FROM kept_days WHERE branch_id = branch.id))
  FROM (SELECT id FROM branches ORDER BY id) branch;
  RETURN NULL;
END $$;
CREATE TRIGGER kept_days_fees AFTER UPDATE OF basis ON course_fees
FOR EACH ROW WHEN (OLD.basis IS DISTINCT FROM NEW.basis) EXECUTE FUNCTION fees_change_kept_days();

-- Reductions that name no line are shared anew with each later line of their order: docs/money.md,
-- "Reductions".
CREATE FUNCTION shares_change_kept_days() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM withdraw_kept_days(shared.branch_id, shared.day)
  FROM (
    SELECT orders.branch_id, min(orders.day) AS day FROM orders
    WHERE orders.id IN (
      SELECT loose.order_id FROM order_lines loose
      WHERE loose.kind = 'adjustment' AND loose.of_line_id IS NULL
        AND (loose.amount_lak < 0 OR loose.quantity < 0)
        AND loose.order_id IN (SELECT order_id FROM added))
    GROUP BY 1 ORDER BY 1
  ) shared;
  RETURN NULL;
END $$;
CREATE TRIGGER kept_days_shares AFTER INSERT ON order_lines
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION shares_change_kept_days();
