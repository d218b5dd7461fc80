import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { Brand } from "../domain/brand.js";
import type { OpenForm, OpenPlacement } from "../domain/placement-problems.js";
import { brandJson } from "./brands.js";
import type { FormRow, PlacementRow } from "./rows.js";

type OfPlacement = "workspaceId" | "formId" | "channelId" | "tierNoteText" | "upsellText" | "hasSecret";
type OfForm = "formSlug" | "publishedVariantId" | "viewType" | "priority" | "enableRepeat" | "returningEnabled";

export interface ServedPlacement extends OpenForm, OpenPlacement, Pick<PlacementRow, OfPlacement>, Pick<FormRow, OfForm> {
  placementId: string;
  /** The form's percentage in the rotation. Null if the rotation does not include the form. */
  share: number | null;
  shortLinkId: string | null;
}

/** A placement and its current public key. Statements filter by placement and key, so that an ended key matches no placement. */
export interface PlacementKey {
  placementId: string;
  publicKey: string;
}

const columns = raw(`
  o.row_id AS "placementId", o.workspace_id AS "workspaceId", o.form_id AS "formId", o.channel_id AS "channelId",
  o.connection_id AS "connectionId", o.config, o.published, o.tier_note_text AS "tierNoteText", o.upsell_text AS "upsellText",
  f.form_slug AS "formSlug", f.status, f.starts_at AS "startsAt", f.ends_at AS "endsAt", f.enable_ends_at AS "enableEndsAt",
  f.view_type AS "viewType", f.priority, f.enable_repeat AS "enableRepeat", f.returning_enabled AS "returningEnabled",
  f.published_variant_id AS "publishedVariantId", s.share, l.row_id AS "shortLinkId",
  o.secret_sealed IS NOT NULL AS "hasSecret"`);

const joins = raw(`
  JOIN forms f ON f.row_id = o.form_id
  LEFT JOIN form_shares s ON s.form_id = o.form_id
  LEFT JOIN short_links l ON l.form_placement_id = o.row_id`);

/** A placement with the brand of its workspace. The brand is null if the service has not yet received the brand. */
export type BrandedPlacement = ServedPlacement & { brand: Brand | null };

/** Reads the requested placement and the brand in one statement. */
export async function readBrandedPlacement(read: Read, { placementId, publicKey }: PlacementKey): Promise<BrandedPlacement | undefined> {
  const [placement] = await read<BrandedPlacement>(sql`
    SELECT ${columns}, (${brandJson}) AS brand FROM form_placements o ${joins}
    WHERE o.row_id = ${placementId}::uuid AND o.public_key = ${publicKey}`);
  return placement;
}

/**
 * Reads the requested placement. For the main form, also reads the placements that the rotation can choose, oldest first. The placements
 * are published, on the same channel, and belong to forms with a share above 0.
 */
export function readServedPlacements(read: Read, { placementId, publicKey }: PlacementKey): Promise<ServedPlacement[]> {
  return read<ServedPlacement>(sql`
    SELECT ${columns}
    FROM form_placements a
    JOIN form_placements o ON o.row_id = a.row_id OR (
      o.channel_id = a.channel_id AND o.published AND o.form_id <> a.form_id
      AND EXISTS (SELECT FROM form_shares m WHERE m.form_id = a.form_id AND m.main)
      AND EXISTS (SELECT FROM form_shares t WHERE t.form_id = o.form_id AND t.share > 0))
    ${joins}
    WHERE a.row_id = ${placementId}::uuid AND a.public_key = ${publicKey}
    ORDER BY o.row_id <> a.row_id, o.created_at, o.row_id`);
}
