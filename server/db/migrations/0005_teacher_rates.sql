CREATE TABLE "teacher_rates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"teacher_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"valid_from" date NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_by" text DEFAULT '' NOT NULL,
	"created_by_id" uuid,
	CONSTRAINT "teacher_rates_day" UNIQUE("teacher_id","valid_from"),
	CONSTRAINT "teacher_rates_amount_range" CHECK ("teacher_rates"."amount" between 0 and 9007199254740991),
	CONSTRAINT "teacher_rates_currency_known" CHECK ("teacher_rates"."currency" in ('LAK', 'THB', 'USD')),
	CONSTRAINT "teacher_rates_kind_known" CHECK ("teacher_rates"."kind" in ('hour', 'session'))
);

ALTER TABLE "teacher_rates" ADD CONSTRAINT "teacher_rates_teacher_id_teachers_id_fk" FOREIGN KEY ("teacher_id") REFERENCES "public"."teachers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "teacher_rates" ADD CONSTRAINT "teacher_rates_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;

-- The rate that each teacher had becomes their first row. It covers every session until now, because
-- pay sheets of all months were computed with it.
INSERT INTO "teacher_rates" ("id", "teacher_id", "kind", "amount", "currency", "valid_from")
SELECT gen_random_uuid(), teacher."id", 'hour', teacher."hourly_rate", teacher."rate_currency",
  coalesce(
    least(
      teacher."start_date",
      (SELECT min(session."date") FROM "class_sessions" session WHERE session."teacher_id" = teacher."id")
    ),
    (teacher."created_at" AT TIME ZONE 'Asia/Vientiane')::date
  )
FROM "teachers" teacher
WHERE teacher."hourly_rate" IS NOT NULL;

ALTER TABLE "teachers" DROP COLUMN "hourly_rate";
ALTER TABLE "teachers" DROP COLUMN "rate_currency";

SELECT append_only('teacher_rates');
