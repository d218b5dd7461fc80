import type { ManifestInput } from "@offergraph/shared/schema/manifest";

/** Values for examples. */
export const samples: ManifestInput["samples"] = {
  "UpdateWorkspaceSettingsInput.name": "Corner shop",
  UpdateBrandInput: { accentColor: "#3a5bd9", font: "GROTESQUE" },
  "AddMemberInput.name": "Ann",
  role: "MEMBER",
  "CreateApiKeyInput.name": "Reporting",
  "RegisterPersistedOperationsInput.documents": ["query Name { get_workspace_settings { name } }"],
  "CreateWebhookEndpointInput.url": "https://shop.example/webhooks",
  "UpdateWebhookEndpointInput.url": "https://shop.example/webhooks",
};
