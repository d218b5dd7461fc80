export { groupBy } from "@offergraph/shared/database/group-by";
