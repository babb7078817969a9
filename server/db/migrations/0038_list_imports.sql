ALTER TABLE "moves" ADD COLUMN "list" text;
ALTER TABLE "move_sheets" ADD COLUMN "left_out" jsonb DEFAULT '[]'::jsonb NOT NULL;
ALTER TABLE "move_sheets" ADD COLUMN "merged_rows" integer DEFAULT 0 NOT NULL;
ALTER TABLE "move_sheets" ADD COLUMN "hidden_rows" integer DEFAULT 0 NOT NULL;