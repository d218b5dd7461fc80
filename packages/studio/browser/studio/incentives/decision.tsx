import { useState } from "react";
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { messageOf, messageOfUserErrors } from "../api/message.js";
import { Problem } from "../parts/empty.js";
import { useSession } from "../session/context.js";

interface DecisionProps {
  grantId: string;
  /** The name of the customer. */
  who: string;
  /** Called with a sentence about the result, after a decision or after the visitor has closed the dialog of a failed decision. */
  onDecided(text: string): void;
}

/** The buttons that release or decline a held grant. Each button asks for confirmation, because a decision cannot be undone. */
export function Decision({ grantId, who, onDecided }: DecisionProps) {
  const { api } = useSession();
  // The decision failed, for example because somebody else has decided.
  const onFailed = () => onDecided(`The reward of ${who} may have changed, so the list was loaded again.`);
  return (
    <p className="actions">
      <Ask
        verb="Release"
        className="button primary"
        text={`${who} gets the reward at once. This cannot be undone.`}
        send={() => api.releaseIncentiveGrant({ grantId }, { fields: { grant: { state: true } } })}
        onDone={() => onDecided(`The reward of ${who} is released.`)}
        onFailed={onFailed}
      />
      <Ask
        verb="Decline"
        className="button"
        text={`${who} does not get the reward. This cannot be undone.`}
        send={() => api.declineIncentiveGrant({ grantId }, { fields: { grant: { state: true } } })}
        onDone={() => onDecided(`The reward of ${who} is declined.`)}
        onFailed={onFailed}
      />
    </p>
  );
}

type Sent = Awaited<ReturnType<ReturnType<typeof useSession>["api"]["releaseIncentiveGrant"]>>;

interface AskProps {
  verb: string;
  className: string;
  text: string;
  send(): Promise<Pick<Sent, "ok" | "userErrors">>;
  onDone(): void;
  /** Called when the visitor closes a dialog that shows an error. Until then, the dialog must stay on the page. */
  onFailed(): void;
}

/** A button that opens a dialog. The dialog sends the decision, and shows the errors of the API in words. */
function Ask({ verb, className, text, send, onDone, onFailed }: AskProps) {
  const [problem, setProblem] = useState("");
  const [isSending, setSending] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const decide = async () => {
    setSending(true);
    setProblem("");
    try {
      const { ok, userErrors } = await send();
      if (!ok) return setProblem(messageOfUserErrors(userErrors));
      setOpen(false);
      onDone();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <DialogTrigger
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next && problem) onFailed();
        setProblem("");
        setOpen(next);
      }}
    >
      <Button className={className}>{verb}</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog role="alertdialog">
            <Heading slot="title">{verb} the reward?</Heading>
            <p>{text}</p>
            {problem && <Problem message={problem} />}
            <p className="actions">
              {/* A disabled button would lose the focus, and the Escape key would no longer close the dialog. */}
              <Button className="button primary" isPending={isSending} onPress={() => void decide()}>
                {verb} now
              </Button>
              <Button className="button" slot="close">
                Cancel
              </Button>
            </p>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
