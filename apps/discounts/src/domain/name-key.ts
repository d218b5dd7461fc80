export { nameKey } from "@offergraph/shared/schema/name-key";
