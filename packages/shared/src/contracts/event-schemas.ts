import { z } from "zod";
import { cloudEvent } from "./cloud-event.js";
import type { EventDefinition } from "./define-event.js";

/** Returns the JSON Schema of the data of an event. */
export const dataSchemaOf = ({ data }: EventDefinition): object => z.toJSONSchema(data);

/** Returns the JSON Schema of the attributes that all events have, without `type` and `data`. */
export const envelopeSchema = (): object => z.toJSONSchema(cloudEvent.omit({ type: true, data: true }));
