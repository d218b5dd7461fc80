export { responseOf } from "@offergraph/testkit/responses";
