CREATE TABLE "opening_cash" (
	"id" uuid PRIMARY KEY NOT NULL,
	"branch_id" uuid NOT NULL,
	"drawer_id" uuid,
	"sums" jsonb NOT NULL,
	"by_id" uuid NOT NULL,
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);

ALTER TABLE "opening_cash" ADD CONSTRAINT "opening_cash_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "opening_cash" ADD CONSTRAINT "opening_cash_drawer_id_drawers_id_fk" FOREIGN KEY ("drawer_id") REFERENCES "public"."drawers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "opening_cash" ADD CONSTRAINT "opening_cash_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE UNIQUE INDEX "opening_cash_drawer" ON "opening_cash" USING btree ("drawer_id");
CREATE UNIQUE INDEX "opening_cash_safe" ON "opening_cash" USING btree ("branch_id") WHERE "opening_cash"."drawer_id" is null;
CREATE INDEX "opening_cash_branch" ON "opening_cash" USING btree ("branch_id");-- Numbers of the old book are left out by a move, and free again when it is taken back before the
-- first number; every other gap stays.
DROP TRIGGER append_only ON number_gaps;
CREATE TRIGGER append_only BEFORE UPDATE ON number_gaps
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER append_only_delete BEFORE DELETE ON number_gaps
  FOR EACH ROW WHEN (
    OLD.reason <> 'movedIn'
    OR current_setting('branchdesk.undoing_move', true) IS DISTINCT FROM 'on')
  EXECUTE FUNCTION refuse_change();
