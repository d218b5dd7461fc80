// pg exports `pg/lib/utils.js`, but @types/pg does not declare this file.
declare module "pg/lib/utils.js" {
  const utils: { prepareValue(value: unknown): string | Buffer | null };
  export default utils;
}
