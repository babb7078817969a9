CREATE INDEX "payments_rate" ON "payments" USING btree ("rate_id") WHERE "payments"."rate_id" is not null;--> statement-breakpoint
CREATE TRIGGER "exchange_rates_tell" AFTER INSERT ON "exchange_rates"
  FOR EACH ROW EXECUTE FUNCTION tell_change('rates', 'currency');
