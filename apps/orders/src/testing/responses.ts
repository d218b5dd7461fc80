export { responseOf } from "@offergraph/shared/testing/responses";
