import { randomBytes } from "node:crypto";

/** 128 random bits as base64url, 22 characters. */
export const uniqueToken = (): string => randomBytes(16).toString("base64url");

/** The shape of a `uniqueToken`, for ids from a URL or a form. */
export const TOKEN = /^[\w-]{22}$/;
