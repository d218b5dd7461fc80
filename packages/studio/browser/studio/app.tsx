import { auditRoutes } from "./audit/routes.js";
import { codeRoutes } from "./codes/routes.js";
import { deliveryRoutes } from "./deliveries/routes.js";
import { formRoutes } from "./forms/routes.js";
import { incentiveRoutes } from "./incentives/routes.js";
import { orderRoutes } from "./orders/routes.js";
import { NotFound } from "./parts/empty.js";
import { Navigation } from "./parts/navigation.js";
import { Welcome } from "./parts/welcome.js";
import { type Route, useRoute } from "./router.js";
import { SessionContext } from "./session/context.js";
import { type KeyState, useKey } from "./session/use-key.js";

const routes: readonly Route[] = [...codeRoutes, ...incentiveRoutes, ...formRoutes, ...orderRoutes, ...deliveryRoutes, ...auditRoutes];
/** The page that opens without a path. */
const start = "codes";

interface AppProps {
  /** Path prefix of the public URL: "" or, for example, "/offergraph". */
  prefix: string;
  /** The field for the API key. The site's script fills it with the key of the tab. */
  field: HTMLInputElement;
}

/** All pages of the studio. The fragment of the URL contains the path of the current page. */
export function App({ prefix, field }: AppProps) {
  const key = useKey(field, location.origin + prefix);
  return (
    <>
      <p role="status" className={key.state === "open" ? "key-state" : "unseen"}>
        {textOf(key)}
      </p>
      {key.state === "open" ? (
        <SessionContext value={key.session}>
          <Pages />
        </SessionContext>
      ) : (
        <Welcome problem={key.state === "rejected" ? key.message : undefined} isChecking={key.state === "checking"} />
      )}
    </>
  );
}

function Pages() {
  const { path, query } = useRoute(start);
  const [folder = "", id] = path;
  const route = routes.find((one) => one.folder === folder);
  const Page = id === undefined ? route?.List : route?.Page;
  return (
    <div className="studio">
      <Navigation routes={routes} folder={folder} />
      <div className="view" key={path.join("/")}>
        {Page ? <Page id={id ?? ""} query={query} /> : <NotFound />}
      </div>
    </div>
  );
}

function textOf(key: KeyState): string {
  if (key.state === "checking") return "The key is being checked.";
  return key.state === "open" ? `Your key has the access level ${key.session.level}.` : "";
}
