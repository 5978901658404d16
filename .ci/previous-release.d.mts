/** A commit of this project's history: the release before this one. */
export declare const PREVIOUS_RELEASE: string;
/** Whether its files can be had: not in a shallow clone, nor without git. */
export declare function hasPreviousRelease(): boolean;
