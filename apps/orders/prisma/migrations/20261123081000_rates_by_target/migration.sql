-- CreateIndex
CREATE INDEX "exchange_rates_to_currency" ON "exchange_rates"("workspace_id", "day", "to_currency", "from_currency");
