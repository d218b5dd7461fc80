// Adds a partner, and lists all partners. The types of both GraphQL documents are generated from the schema.
import { execute } from "./execute.js";
import { graphql } from "./generated/gql.js";

const AddPartner = graphql(`
  mutation AddPartner($input: CreatePartnerInput!) {
    create_partner(input: $input) {
      partner { rowId name }
      userErrors { field code message }
    }
  }
`);

const Partners = graphql(`
  query Partners($first: Int!) {
    list_partners(first: $first, orderBy: [NAME_ASC]) {
      nodes { name handle createdAt }
    }
  }
`);

const [name = "Mara Lind"] = process.argv.slice(2);
const { create_partner: added } = await execute(AddPartner, { input: { name } });
for (const { field, message } of added?.userErrors ?? []) console.error(field.join("."), message);

const { list_partners: partners } = await execute(Partners, { first: 20 });
console.log(partners?.nodes.map((partner) => partner.name).join("\n"));
