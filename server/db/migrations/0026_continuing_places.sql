ALTER TABLE "enrolments" ADD COLUMN "continuing_until" date;
ALTER TABLE "enrolments" ADD COLUMN "continues_id" uuid;
ALTER TABLE "enrolments" ADD CONSTRAINT "enrolments_continues_id_enrolments_id_fk" FOREIGN KEY ("continues_id") REFERENCES "public"."enrolments"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "enrolments_continues" ON "enrolments" USING btree ("continues_id");