import type { Metadata } from "next";
import type { ReactNode } from "react";
import "./shop.css";

export const metadata: Metadata = { title: { default: "A small shop", template: "%s · A small shop" } };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main>{children}</main>
      </body>
    </html>
  );
}
