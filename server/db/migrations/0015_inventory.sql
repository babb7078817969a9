CREATE TABLE "count_lines" (
	"count_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"open_in_branch_id" uuid,
	"counted" integer,
	"expected" integer,
	"seq" integer,
	"counted_by_id" uuid,
	"counted_at" timestamp (3) with time zone,
	CONSTRAINT "count_lines_count_id_product_id_pk" PRIMARY KEY("count_id","product_id"),
	CONSTRAINT "count_lines_counted" CHECK ("count_lines"."counted" >= 0)
);
--> statement-breakpoint
CREATE TABLE "course_products" (
	"course_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"needed" text NOT NULL,
	CONSTRAINT "course_products_course_id_product_id_pk" PRIMARY KEY("course_id","product_id"),
	CONSTRAINT "course_products_quantity" CHECK ("course_products"."quantity" > 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_lines" (
	"delivery_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"cost_amount" bigint,
	"cost_currency" text,
	"cost_lak" bigint,
	CONSTRAINT "delivery_lines_delivery_id_position_pk" PRIMARY KEY("delivery_id","position"),
	CONSTRAINT "delivery_lines_quantity" CHECK ("delivery_lines"."quantity" > 0),
	CONSTRAINT "delivery_lines_cost_amount_range" CHECK ("delivery_lines"."cost_amount" between 0 and 9007199254740991),
	CONSTRAINT "delivery_lines_cost_lak_range" CHECK ("delivery_lines"."cost_lak" between 0 and 9007199254740991),
	CONSTRAINT "delivery_lines_cost_currency_known" CHECK ("delivery_lines"."cost_currency" in ('LAK', 'THB', 'USD'))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"branch_id" uuid NOT NULL,
	"supplier" text NOT NULL,
	"supplier_note" text NOT NULL,
	"received_by_id" uuid,
	"received_at" timestamp (3) with time zone NOT NULL,
	"taken_back_at" timestamp (3) with time zone,
	"taken_back_by_id" uuid,
	"taken_back_reason" text DEFAULT '' NOT NULL,
	"search" text NOT NULL,
	CONSTRAINT "deliveries_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "product_categories" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"name_en" text NOT NULL,
	"name_lo" text NOT NULL,
	"active" boolean NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_categories_code_unique" UNIQUE("code")
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sku" text NOT NULL,
	"barcode" text NOT NULL,
	"name_en" text NOT NULL,
	"name_lo" text NOT NULL,
	"category_id" uuid NOT NULL,
	"price" bigint NOT NULL,
	"currency" text NOT NULL,
	"cost_amount" bigint,
	"cost_currency" text,
	"cost_lak" bigint,
	"unit" text NOT NULL,
	"photo_file_id" uuid,
	"track_stock" boolean NOT NULL,
	"active" boolean NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_price_range" CHECK ("products"."price" between 0 and 9007199254740991),
	CONSTRAINT "products_cost_amount_range" CHECK ("products"."cost_amount" between 0 and 9007199254740991),
	CONSTRAINT "products_cost_lak_range" CHECK ("products"."cost_lak" between 0 and 9007199254740991),
	CONSTRAINT "products_currency_known" CHECK ("products"."currency" in ('LAK', 'THB', 'USD')),
	CONSTRAINT "products_cost_currency_known" CHECK ("products"."cost_currency" in ('LAK', 'THB', 'USD'))
);
--> statement-breakpoint
CREATE TABLE "stock_counts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"branch_id" uuid NOT NULL,
	"category_id" uuid,
	"status" text DEFAULT 'open' NOT NULL,
	"blind" boolean NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"differing" integer,
	"difference_lak" bigint,
	"opened_by_id" uuid,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_by_id" uuid,
	"closed_at" timestamp (3) with time zone,
	"search" text NOT NULL,
	CONSTRAINT "stock_counts_number_unique" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "stock_levels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"branch_id" uuid NOT NULL,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"reserved" integer DEFAULT 0 NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"reorder_level" integer,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_levels_once" UNIQUE("product_id","branch_id"),
	CONSTRAINT "stock_levels_reserved" CHECK ("stock_levels"."reserved" >= 0)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"branch_id" uuid NOT NULL,
	"type" text NOT NULL,
	"qty_change" integer NOT NULL,
	"qty_after" integer NOT NULL,
	"seq" integer NOT NULL,
	"paper" text NOT NULL,
	"paper_id" uuid,
	"paper_number" text DEFAULT '' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"unit_cost_lak" bigint,
	"by_id" uuid,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stock_movements_seq" UNIQUE("product_id","branch_id","seq"),
	CONSTRAINT "stock_movements_change" CHECK ("stock_movements"."qty_change" <> 0),
	CONSTRAINT "stock_movements_unit_cost_lak_range" CHECK ("stock_movements"."unit_cost_lak" between 0 and 9007199254740991)
);
--> statement-breakpoint
CREATE TABLE "stock_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"from_branch_id" uuid NOT NULL,
	"to_branch_id" uuid NOT NULL,
	"note" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"created_by_id" uuid,
	"sent_by_id" uuid,
	"sent_at" timestamp (3) with time zone,
	"ended_by_id" uuid,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text DEFAULT '' NOT NULL,
	"search" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_transfers_number_unique" UNIQUE("number"),
	CONSTRAINT "stock_transfers_branches" CHECK ("stock_transfers"."from_branch_id" <> "stock_transfers"."to_branch_id")
);
--> statement-breakpoint
CREATE TABLE "transfer_lines" (
	"transfer_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"quantity" integer NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"damaged" integer DEFAULT 0 NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	CONSTRAINT "transfer_lines_transfer_id_product_id_pk" PRIMARY KEY("transfer_id","product_id"),
	CONSTRAINT "transfer_lines_quantity" CHECK ("transfer_lines"."quantity" > 0),
	CONSTRAINT "transfer_lines_short" CHECK ("transfer_lines"."missing" >= 0 and "transfer_lines"."damaged" >= 0 and "transfer_lines"."missing" + "transfer_lines"."damaged" <= "transfer_lines"."quantity")
);
--> statement-breakpoint
ALTER TABLE "branches" ADD COLUMN "blind_count" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "count_lines" ADD CONSTRAINT "count_lines_count_id_stock_counts_id_fk" FOREIGN KEY ("count_id") REFERENCES "public"."stock_counts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count_lines" ADD CONSTRAINT "count_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count_lines" ADD CONSTRAINT "count_lines_open_in_branch_id_branches_id_fk" FOREIGN KEY ("open_in_branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "count_lines" ADD CONSTRAINT "count_lines_counted_by_id_users_id_fk" FOREIGN KEY ("counted_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_products" ADD CONSTRAINT "course_products_course_id_courses_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_products" ADD CONSTRAINT "course_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_lines" ADD CONSTRAINT "delivery_lines_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_lines" ADD CONSTRAINT "delivery_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_received_by_id_users_id_fk" FOREIGN KEY ("received_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_taken_back_by_id_users_id_fk" FOREIGN KEY ("taken_back_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category_id_product_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."product_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_photo_file_id_files_id_fk" FOREIGN KEY ("photo_file_id") REFERENCES "public"."files"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_category_id_product_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."product_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_opened_by_id_users_id_fk" FOREIGN KEY ("opened_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_counts" ADD CONSTRAINT "stock_counts_closed_by_id_users_id_fk" FOREIGN KEY ("closed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_levels" ADD CONSTRAINT "stock_levels_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_by_id_users_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_transfers" ADD CONSTRAINT "stock_transfers_from_branch_id_branches_id_fk" FOREIGN KEY ("from_branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_transfers" ADD CONSTRAINT "stock_transfers_to_branch_id_branches_id_fk" FOREIGN KEY ("to_branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_transfers" ADD CONSTRAINT "stock_transfers_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_transfers" ADD CONSTRAINT "stock_transfers_sent_by_id_users_id_fk" FOREIGN KEY ("sent_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_transfers" ADD CONSTRAINT "stock_transfers_ended_by_id_users_id_fk" FOREIGN KEY ("ended_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_lines" ADD CONSTRAINT "transfer_lines_transfer_id_stock_transfers_id_fk" FOREIGN KEY ("transfer_id") REFERENCES "public"."stock_transfers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transfer_lines" ADD CONSTRAINT "transfer_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "count_lines_open" ON "count_lines" USING btree ("open_in_branch_id","product_id") WHERE "count_lines"."open_in_branch_id" is not null;--> statement-breakpoint
CREATE INDEX "course_products_product" ON "course_products" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "deliveries_branch" ON "deliveries" USING btree ("branch_id","received_at");--> statement-breakpoint
CREATE INDEX "deliveries_search" ON "deliveries" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_search" ON "products" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_category" ON "products" USING btree ("category_id");--> statement-breakpoint
CREATE UNIQUE INDEX "products_barcode" ON "products" USING btree ("barcode") WHERE "products"."barcode" <> '';--> statement-breakpoint
CREATE INDEX "stock_counts_branch" ON "stock_counts" USING btree ("branch_id","opened_at");--> statement-breakpoint
CREATE INDEX "stock_levels_branch" ON "stock_levels" USING btree ("branch_id","product_id");--> statement-breakpoint
CREATE INDEX "stock_movements_product" ON "stock_movements" USING btree ("product_id","at","id");--> statement-breakpoint
CREATE INDEX "stock_movements_branch" ON "stock_movements" USING btree ("branch_id","at","id");--> statement-breakpoint
CREATE INDEX "stock_movements_at" ON "stock_movements" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "stock_movements_paper" ON "stock_movements" USING btree ("paper_id");--> statement-breakpoint
CREATE INDEX "stock_transfers_from" ON "stock_transfers" USING btree ("from_branch_id","created_at");--> statement-breakpoint
CREATE INDEX "stock_transfers_to" ON "stock_transfers" USING btree ("to_branch_id","created_at");--> statement-breakpoint
SELECT append_only('stock_movements');--> statement-breakpoint
SELECT append_only('delivery_lines');
