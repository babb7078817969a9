ALTER TABLE "academic_terms" ADD COLUMN "current_until" date;
ALTER TABLE "academic_terms" ADD COLUMN "default_from" date;

-- The default for enrolment stays the default. A term that the calendar would not choose yet stays
-- the current one until its last day, because somebody has chosen it.
UPDATE "academic_terms" SET "default_from" = ("updated_at" at time zone 'Asia/Vientiane')::date
WHERE "is_enrolment_default";
UPDATE "academic_terms" SET "current_until" = "end_date"
WHERE "is_current" AND "status" IN ('open', 'running')
  AND "start_date" > (now() at time zone 'Asia/Vientiane')::date;

DROP INDEX "academic_terms_one_current";
DROP INDEX "academic_terms_one_default";
ALTER TABLE "academic_terms" DROP COLUMN "is_current";
ALTER TABLE "academic_terms" DROP COLUMN "is_enrolment_default";
