import { linkTo, type Route } from "../router.js";

/** Links to all lists. */
export function Navigation({ routes, folder }: { routes: readonly Route[]; folder: string }) {
  return (
    <nav className="lists" aria-label="Lists">
      <ul>
        {routes.map((route) => (
          <li key={route.folder}>
            <a href={linkTo(route.folder)} aria-current={route.folder === folder ? "page" : undefined}>
              {route.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
