export type { Read } from "@offergraph/shared/database/read";
