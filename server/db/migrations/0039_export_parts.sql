CREATE TABLE "centre_export_parts" (
	"export_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "centre_export_parts_export_id_position_pk" PRIMARY KEY("export_id","position")
);

ALTER TABLE "centre_export_parts" ADD CONSTRAINT "centre_export_parts_export_id_centre_exports_id_fk" FOREIGN KEY ("export_id") REFERENCES "public"."centre_exports"("id") ON DELETE cascade ON UPDATE no action;