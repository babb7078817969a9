CREATE TABLE "import_cell_words" (
	"kind" text NOT NULL,
	"field" text NOT NULL,
	"written" text NOT NULL,
	"value" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "import_cell_words_kind_field_written_pk" PRIMARY KEY("kind","field","written")
);

ALTER TABLE "moves" ADD COLUMN "undo" jsonb;
ALTER TABLE "import_cell_words" ADD CONSTRAINT "import_cell_words_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
-- The first pay of a teacher that a move wrote goes with the teacher when the move is taken back.
DROP TRIGGER append_only ON teacher_rates;
CREATE TRIGGER append_only BEFORE UPDATE ON teacher_rates
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_delete BEFORE DELETE ON teacher_rates
  FOR EACH ROW WHEN (
    OLD.id <> OLD.teacher_id
    OR current_setting('branchdesk.undoing_move', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION refuse_change();
