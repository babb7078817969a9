CREATE TABLE "import_keys" (
	"kind" text NOT NULL,
	"row_key" text NOT NULL,
	"record_id" uuid NOT NULL,
	CONSTRAINT "import_keys_kind_row_key_pk" PRIMARY KEY("kind","row_key")
);

CREATE TABLE "import_words" (
	"kind" text NOT NULL,
	"heading" text NOT NULL,
	"field" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_words_kind_heading_pk" PRIMARY KEY("kind","heading")
);

CREATE TABLE "moves" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"branch_id" uuid,
	"file_name" text NOT NULL,
	"state" text DEFAULT 'read' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);

CREATE TABLE "move_rows" (
	"id" uuid PRIMARY KEY NOT NULL,
	"move_id" uuid NOT NULL,
	"sheet_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"number" integer NOT NULL,
	"cells" jsonb NOT NULL,
	"from_1904" boolean DEFAULT false NOT NULL,
	"edits" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"is_left_out" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'problem' NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"input" jsonb,
	"changes" jsonb,
	"record_id" uuid,
	"changed_version" integer,
	"beside" jsonb DEFAULT '[]'::jsonb NOT NULL
);

CREATE TABLE "move_sheets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"move_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text,
	"headings" jsonb NOT NULL,
	"matching" jsonb NOT NULL,
	"answers" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"defaults" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"beside_rows" jsonb DEFAULT '[]'::jsonb NOT NULL
);

ALTER TABLE "classes" ADD COLUMN "old_name" text DEFAULT '' NOT NULL;
ALTER TABLE "import_words" ADD CONSTRAINT "import_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "moves" ADD CONSTRAINT "moves_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "moves" ADD CONSTRAINT "moves_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "move_rows" ADD CONSTRAINT "move_rows_move_id_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."moves"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "move_rows" ADD CONSTRAINT "move_rows_sheet_id_move_sheets_id_fk" FOREIGN KEY ("sheet_id") REFERENCES "public"."move_sheets"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "move_sheets" ADD CONSTRAINT "move_sheets_move_id_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."moves"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "import_keys_record" ON "import_keys" USING btree ("record_id");
CREATE INDEX "moves_state" ON "moves" USING btree ("state");
CREATE INDEX "move_rows_sheet" ON "move_rows" USING btree ("sheet_id","number");
CREATE INDEX "move_rows_next" ON "move_rows" USING btree ("move_id","state","position");
CREATE INDEX "move_sheets_move" ON "move_sheets" USING btree ("move_id","position");
-- A move is taken back as long as nothing uses it. The states of the places that it made go with
-- them; those that anybody else wrote stay, and with them the place.
DROP TRIGGER append_only ON enrolment_states;
CREATE TRIGGER append_only BEFORE UPDATE ON enrolment_states
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_delete BEFORE DELETE ON enrolment_states
  FOR EACH ROW WHEN (
    OLD.source <> 'move' OR current_setting('branchdesk.undoing_move', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION refuse_change();
