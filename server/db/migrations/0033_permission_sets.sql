CREATE TABLE "permission_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"adds" jsonb NOT NULL,
	"removes" jsonb NOT NULL,
	"discount_limit_percent" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "permission_sets_name_unique" UNIQUE("name"),
	CONSTRAINT "permission_sets_role" UNIQUE("id","role"),
	CONSTRAINT "permission_sets_role_known" CHECK ("permission_sets"."role" in ('admin', 'staff', 'finance')),
	CONSTRAINT "permission_sets_limit" CHECK ("permission_sets"."discount_limit_percent" between 0 and 100)
);

ALTER TABLE "account_grants" ADD COLUMN "permission_set_id" uuid;
ALTER TABLE "account_grants" ADD CONSTRAINT "account_grants_set_of_role" FOREIGN KEY ("permission_set_id","role") REFERENCES "public"."permission_sets"("id","role") ON DELETE no action ON UPDATE no action;
CREATE INDEX "account_grants_set" ON "account_grants" USING btree ("permission_set_id");
-- A set belongs to a role, so it leaves a right whose role changes, whoever changes it.
CREATE FUNCTION drop_set_of_other_role() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.permission_set_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER account_grants_set_follows_role BEFORE UPDATE OF role ON account_grants
  FOR EACH ROW WHEN (OLD.role IS DISTINCT FROM NEW.role)
  EXECUTE FUNCTION drop_set_of_other_role();
