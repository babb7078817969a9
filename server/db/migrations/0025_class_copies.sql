ALTER TABLE "classes" ADD COLUMN "copy_id" uuid;
ALTER TABLE "classes" ADD COLUMN "copied_from_id" uuid;
ALTER TABLE "classes" ADD CONSTRAINT "classes_copied_from_id_classes_id_fk" FOREIGN KEY ("copied_from_id") REFERENCES "public"."classes"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "classes_copy" ON "classes" USING btree ("copy_id") WHERE "classes"."copy_id" is not null;
CREATE INDEX "classes_copied_from" ON "classes" USING btree ("copied_from_id");