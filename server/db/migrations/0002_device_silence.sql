CREATE TABLE "devices" (
	"device_id" uuid PRIMARY KEY NOT NULL,
	"last_heard_at" timestamp (3) with time zone NOT NULL
);

CREATE TABLE "session_gaps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_id" uuid NOT NULL,
	"from" timestamp (3) with time zone NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);

ALTER TABLE "drawer_movements" ADD COLUMN "counted_in_shift_id" uuid;
ALTER TABLE "sessions" ADD COLUMN "device_id" uuid;
ALTER TABLE "sessions" ADD COLUMN "last_used_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL;
CREATE INDEX "session_gaps_device" ON "session_gaps" USING btree ("device_id","until");
CREATE INDEX "session_gaps_until" ON "session_gaps" USING btree ("until");
ALTER TABLE "drawer_movements" ADD CONSTRAINT "drawer_movements_counted_in_shift_id_shifts_id_fk" FOREIGN KEY ("counted_in_shift_id") REFERENCES "public"."shifts"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "drawer_movements_counted" ON "drawer_movements" USING btree ("counted_in_shift_id") WHERE "drawer_movements"."counted_in_shift_id" is not null;