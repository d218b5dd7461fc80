-- The previous version uses the former names, so the service must be stopped before this migration.
ALTER TABLE "orders" RENAME COLUMN "said_form_response_id" TO "claimed_form_response_id";
ALTER INDEX "orders_said_form_response_id" RENAME TO "orders_claimed_form_response_id";

ALTER TABLE "discount_code_past_leads" RENAME TO "discount_code_source_history";
ALTER TABLE "discount_code_source_history" RENAME CONSTRAINT "discount_code_past_leads_pkey" TO "discount_code_source_history_pkey";
ALTER TABLE "discount_code_source_history" RENAME CONSTRAINT "discount_code_past_leads_workspace_id_discount_code_id_fkey" TO "discount_code_source_history_workspace_id_discount_code_id_fkey";

ALTER TABLE "discount_code_past_names" RENAME TO "discount_code_name_history";
ALTER TABLE "discount_code_name_history" RENAME CONSTRAINT "discount_code_past_names_pkey" TO "discount_code_name_history_pkey";
ALTER TABLE "discount_code_name_history" RENAME CONSTRAINT "discount_code_past_names_workspace_id_discount_code_id_fkey" TO "discount_code_name_history_workspace_id_discount_code_id_fkey";
ALTER INDEX "discount_code_past_names_workspace_id_discount_code_id_idx" RENAME TO "discount_code_name_history_workspace_id_discount_code_id_idx";
