import { z } from "zod";

/** Schema coordinate, for example `Query.get_form(slug:)`, `Form.title`, `FormState.OPEN` or `CreateFormInput`. */
const coordinate = z
  .string()
  .max(400)
  .regex(/^[A-Za-z_]\w*(\.\w+(\(\w+:\))?)?$/, "must be a schema coordinate");

/** Report of the gateway: the number of requests with an API key that used a part of the schema. All keys belong to one workspace. */
export const fieldUsageReport = z.object({
  uses: z
    .array(z.object({ keyId: z.uuid(), coordinate, count: z.number().int().positive().max(1_000_000_000) }))
    .min(1)
    .max(2_000),
});

export type FieldUsageReport = z.infer<typeof fieldUsageReport>;
