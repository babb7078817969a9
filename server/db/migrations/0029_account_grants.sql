CREATE TABLE "account_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"branch_id" uuid NOT NULL,
	"role" text NOT NULL,
	"from" date DEFAULT (now() at time zone 'Asia/Vientiane')::date NOT NULL,
	"until" date,
	"created_by_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_grants_once" UNIQUE("user_id","branch_id"),
	CONSTRAINT "account_grants_role_known" CHECK ("account_grants"."role" in ('admin', 'staff', 'finance')),
	CONSTRAINT "account_grants_days" CHECK ("account_grants"."until" >= "account_grants"."from")
);

ALTER TABLE "sessions" ADD COLUMN "branch_id" uuid;
ALTER TABLE "account_grants" ADD CONSTRAINT "account_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "account_grants" ADD CONSTRAINT "account_grants_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "account_grants" ADD CONSTRAINT "account_grants_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "account_grants_branch" ON "account_grants" USING btree ("branch_id");
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;

-- Each account keeps exactly the right that it has: its role in its own branch.
INSERT INTO account_grants (id, user_id, branch_id, role, "from", created_at)
SELECT gen_random_uuid(), id, branch_id, role,
  (least(created_at, now()) AT TIME ZONE 'Asia/Vientiane')::date, created_at
FROM users WHERE role <> 'superadmin';

-- The right in an account's own branch follows the account within the same statement, whoever
-- writes it, so every right is read from one table.
CREATE FUNCTION keep_home_grant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.role = NEW.role AND OLD.branch_id = NEW.branch_id THEN
    RETURN NULL;
  END IF;
  IF NEW.role = 'superadmin' THEN
    DELETE FROM account_grants WHERE user_id = NEW.id;
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' AND OLD.branch_id <> NEW.branch_id THEN
    DELETE FROM account_grants WHERE user_id = NEW.id AND branch_id = OLD.branch_id;
  END IF;
  INSERT INTO account_grants (id, user_id, branch_id, role)
  VALUES (gen_random_uuid(), NEW.id, NEW.branch_id, NEW.role)
  ON CONFLICT (user_id, branch_id) DO UPDATE SET role = NEW.role, until = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER users_home_grant AFTER INSERT OR UPDATE OF role, branch_id ON users
  FOR EACH ROW EXECUTE FUNCTION keep_home_grant();

-- A desk stops listening at once when its right is taken, or when it works in another branch.
CREATE TRIGGER account_grants_tell AFTER UPDATE OR DELETE ON account_grants
  FOR EACH ROW EXECUTE FUNCTION tell_change('person', 'user_id');
CREATE TRIGGER sessions_branch_tell AFTER UPDATE OF branch_id ON sessions
  FOR EACH ROW EXECUTE FUNCTION tell_change('person', 'user_id');
