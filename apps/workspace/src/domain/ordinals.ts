export {
  auditAction as auditActions,
  auditActorKind as auditActorKinds,
  webhookDeliveryState as deliveryStates,
  webhookDisabledReason as disabledReasons,
  webhookEndpointState as endpointStates,
} from "../generated/stored-enums.js";
