CREATE TABLE "bank_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"bank_account_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"sheet_name" text DEFAULT '' NOT NULL,
	"from_day" date NOT NULL,
	"to_day" date NOT NULL,
	"rows_in" integer NOT NULL,
	"not_incoming" integer DEFAULT 0 NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"left_out" jsonb,
	"detailed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"loaded_by_id" uuid,
	"loaded_at" timestamp (3) with time zone NOT NULL,
	"taken_back_by_id" uuid,
	"taken_back_at" timestamp (3) with time zone,
	CONSTRAINT "bank_statements_taken_back" CHECK (("bank_statements"."taken_back_at" is null) = ("bank_statements"."taken_back_by_id" is null))
);

ALTER TABLE "bank_accounts" ADD COLUMN "statement_columns" jsonb;
ALTER TABLE "bank_statement_lines" ADD COLUMN "seen_in_id" uuid;
ALTER TABLE "bank_statement_lines" ADD COLUMN "nth" integer;

-- Each file that was loaded gets a row of its own. Its other rows were never kept.
INSERT INTO "bank_statements" ("id", "branch_id", "bank_account_id", "file_name", "from_day", "to_day",
  "rows_in", "loaded_by_id", "loaded_at", "taken_back_by_id", "taken_back_at")
SELECT DISTINCT ON (line."statement_id") line."statement_id", line."branch_id", line."bank_account_id",
  line."file_name", min(line."day") OVER of_file, max(line."day") OVER of_file,
  (count(*) OVER of_file)::integer, line."loaded_by_id", line."loaded_at", line."taken_back_by_id",
  line."taken_back_at"
FROM "bank_statement_lines" line
WINDOW of_file AS (PARTITION BY line."statement_id")
ORDER BY line."statement_id", line."id";

UPDATE "bank_statement_lines" SET "seen_in_id" = "statement_id";
UPDATE "bank_statement_lines" line SET "nth" = counted."nth"
FROM (
  SELECT "id", row_number() OVER (
    PARTITION BY "bank_account_id", "day", "amount", "taken_back_at" IS NULL
    ORDER BY "time", "loaded_at", "row", "id"
  ) AS "nth"
  FROM "bank_statement_lines"
) counted
WHERE counted."id" = line."id";
ALTER TABLE "bank_statement_lines" ALTER COLUMN "seen_in_id" SET NOT NULL;
ALTER TABLE "bank_statement_lines" ALTER COLUMN "nth" SET NOT NULL;
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_bank_account_id_bank_accounts_id_fk" FOREIGN KEY ("bank_account_id") REFERENCES "public"."bank_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_loaded_by_id_users_id_fk" FOREIGN KEY ("loaded_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_statements" ADD CONSTRAINT "bank_statements_taken_back_by_id_users_id_fk" FOREIGN KEY ("taken_back_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "bank_statements_account" ON "bank_statements" USING btree ("bank_account_id","loaded_at");
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_statement_id_bank_statements_id_fk" FOREIGN KEY ("statement_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "bank_statement_lines" ADD CONSTRAINT "bank_statement_lines_seen_in_id_bank_statements_id_fk" FOREIGN KEY ("seen_in_id") REFERENCES "public"."bank_statements"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "bank_statement_lines_nth" ON "bank_statement_lines" USING btree ("bank_account_id","day","amount","nth") WHERE "bank_statement_lines"."taken_back_at" is null;
CREATE INDEX "bank_statement_lines_statement" ON "bank_statement_lines" USING btree ("statement_id");
DROP INDEX "bank_statement_lines_fingerprint";
ALTER TABLE "bank_statement_lines" DROP COLUMN "fingerprint";
