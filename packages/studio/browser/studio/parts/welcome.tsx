/** The page that the studio shows before the visitor enters a key, or if the API rejects the key. */
export function Welcome({ problem, isChecking }: { problem: string | undefined; isChecking: boolean }) {
  return (
    <div className="welcome">
      <h1>Studio</h1>
      {problem && (
        <p className="callout bad" role="alert">
          {problem}
        </p>
      )}
      {isChecking ? (
        <p className="lead">The key is being checked …</p>
      ) : (
        <>
          <p className="lead">See the records of a workspace: discount codes with their orders and responses, forms and rewards.</p>
          <p>
            Enter an API key above. The access level READ is enough to look. <code>npm start</code> prints a key for its demo data, and the
            command <code>offergraph admin key create</code> creates more keys.
          </p>
        </>
      )}
    </div>
  );
}
