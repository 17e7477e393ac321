/** Reads what a caller gets out of an answer; `refuse` makes the error for one that lacks it. */
export type ReadAnswer<Answer> = (answer: object, refuse: (fault: string) => Error) => Answer;

/** Reads the one thing that an answer holds under its name: `{ "webhook": … }`. Source: Part A, "What the service does". */
export function readNamed<Thing>(name: string): ReadAnswer<Thing> {
  return (answer, refuse) => {
    const thing = (answer as Record<string, Thing | null | undefined>)[name];
    if (thing === undefined || thing === null) throw refuse(`no ${name}`);
    return thing;
  };
}

/** Reads an answer with several names: all of it. */
export function readWhole<Answer>(answer: object): Answer {
  return answer as Answer;
}

/** Reads the answer of a call that tells no more than its status: an empty body or `{}`. Source: Parts A and B, "Endpoints": both occur. */
export function readNothing(): void {}
