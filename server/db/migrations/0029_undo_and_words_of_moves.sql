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