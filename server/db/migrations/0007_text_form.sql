CREATE TABLE "finished_steps" (
	"kind" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
