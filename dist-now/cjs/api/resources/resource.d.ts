import * as z from 'zod/mini';
/** The fields of few words, in the order of the document. */
export declare const wordFields: {
    type: z.ZodMiniString<string>;
    provider: z.ZodMiniString<string>;
    region: z.ZodMiniString<string>;
    status: z.ZodMiniString<string>;
};
/** An item of the resource list (§2.3). */
export declare const resourceItemSchema: z.ZodMiniObject<{
    type: z.ZodMiniString<string>;
    provider: z.ZodMiniString<string>;
    region: z.ZodMiniString<string>;
    status: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    id: z.ZodMiniString<string>;
    created_at: z.ZodMiniISODateTime;
    tags: z.ZodMiniArray<z.ZodMiniObject<{
        key: z.ZodMiniString<string>;
        value: z.ZodMiniString<string>;
    }, z.core.$strict>>;
}, z.core.$strict>;
/** A resource as a get answers it (§2.3). */
export declare const resourceSchema: z.ZodMiniObject<{
    type: z.ZodMiniString<string>;
    provider: z.ZodMiniString<string>;
    region: z.ZodMiniString<string>;
    status: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    id: z.ZodMiniString<string>;
    created_at: z.ZodMiniISODateTime;
    tags: z.ZodMiniArray<z.ZodMiniObject<{
        key: z.ZodMiniString<string>;
        value: z.ZodMiniString<string>;
    }, z.core.$strict>>;
    updated_at: z.ZodMiniISODateTime;
    details: z.ZodMiniObject<{
        instance_type: z.ZodMiniString<string>;
        vpc_id: z.ZodMiniString<string>;
        subnet_id: z.ZodMiniString<string>;
        public_ip: z.ZodMiniUnion<readonly [z.ZodMiniIPv4, z.ZodMiniIPv6]>;
        private_ip: z.ZodMiniUnion<readonly [z.ZodMiniIPv4, z.ZodMiniIPv6]>;
        security_groups: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
        }, z.core.$strict>>;
        volumes: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            size_gb: z.ZodMiniInt;
            type: z.ZodMiniString<string>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
}, z.core.$strict>;
declare const recordSchema: z.ZodMiniObject<{
    type: z.ZodMiniString<string>;
    provider: z.ZodMiniString<string>;
    region: z.ZodMiniString<string>;
    status: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    id: z.ZodMiniString<string>;
    tags: z.ZodMiniArray<z.ZodMiniObject<{
        key: z.ZodMiniString<string>;
        value: z.ZodMiniString<string>;
    }, z.core.$strict>>;
    details: z.ZodMiniObject<{
        instance_type: z.ZodMiniString<string>;
        vpc_id: z.ZodMiniString<string>;
        subnet_id: z.ZodMiniString<string>;
        public_ip: z.ZodMiniUnion<readonly [z.ZodMiniIPv4, z.ZodMiniIPv6]>;
        private_ip: z.ZodMiniUnion<readonly [z.ZodMiniIPv4, z.ZodMiniIPv6]>;
        security_groups: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
        }, z.core.$strict>>;
        volumes: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            size_gb: z.ZodMiniInt;
            type: z.ZodMiniString<string>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
    createdAt: z.ZodMiniNumber<number>;
    updatedAt: z.ZodMiniNumber<number>;
}, z.core.$strict>;
/** A resource of the inventory (§2.3). Instants are Unix milliseconds, and a UUID is in lower case. */
export type Resource = Readonly<z.infer<typeof recordSchema>>;
/** A resource of its row in resources.json. It lists the fields: a copy of the rest is slow, and lacks the getters of generated ones. */
export declare const resourceCodec: z.ZodMiniCodec<z.ZodMiniObject<{
    type: z.ZodMiniString<string>;
    provider: z.ZodMiniString<string>;
    region: z.ZodMiniString<string>;
    status: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    id: z.ZodMiniString<string>;
    created_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    updated_at: z.ZodMiniCodec<z.ZodMiniUnion<readonly [z.ZodMiniISODateTime, z.ZodMiniISODateTime]>, z.ZodMiniNumber<number>>;
    tags: z.ZodMiniArray<z.ZodMiniObject<{
        key: z.ZodMiniString<string>;
        value: z.ZodMiniString<string>;
    }, z.core.$strict>>;
    details: z.ZodMiniObject<{
        instance_type: z.ZodMiniString<string>;
        vpc_id: z.ZodMiniString<string>;
        subnet_id: z.ZodMiniString<string>;
        public_ip: z.ZodMiniUnion<readonly [z.ZodMiniIPv4, z.ZodMiniIPv6]>;
        private_ip: z.ZodMiniUnion<readonly [z.ZodMiniIPv4, z.ZodMiniIPv6]>;
        security_groups: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            name: z.ZodMiniString<string>;
        }, z.core.$strict>>;
        volumes: z.ZodMiniArray<z.ZodMiniObject<{
            id: z.ZodMiniString<string>;
            size_gb: z.ZodMiniInt;
            type: z.ZodMiniString<string>;
        }, z.core.$strict>>;
    }, z.core.$strict>;
}, z.core.$strict>, z.ZodMiniCustom<Readonly<{
    type: string;
    provider: string;
    region: string;
    status: string;
    name: string;
    id: string;
    tags: {
        key: string;
        value: string;
    }[];
    details: {
        instance_type: string;
        vpc_id: string;
        subnet_id: string;
        public_ip: string;
        private_ip: string;
        security_groups: {
            id: string;
            name: string;
        }[];
        volumes: {
            id: string;
            size_gb: number;
            type: string;
        }[];
    };
    createdAt: number;
    updatedAt: number;
}>, Readonly<{
    type: string;
    provider: string;
    region: string;
    status: string;
    name: string;
    id: string;
    tags: {
        key: string;
        value: string;
    }[];
    details: {
        instance_type: string;
        vpc_id: string;
        subnet_id: string;
        public_ip: string;
        private_ip: string;
        security_groups: {
            id: string;
            name: string;
        }[];
        volumes: {
            id: string;
            size_gb: number;
            type: string;
        }[];
    };
    createdAt: number;
    updatedAt: number;
}>>>;
/** A tag as one text that no other tag has: the value of the field `tag`. */
export declare const tagText: (key: string, value: string) => string;
/** The resources of a dataset. */
export declare const resourceTable: import("../../store/dataset.ts").Table<Readonly<{
    type: string;
    provider: string;
    region: string;
    status: string;
    name: string;
    id: string;
    tags: {
        key: string;
        value: string;
    }[];
    details: {
        instance_type: string;
        vpc_id: string;
        subnet_id: string;
        public_ip: string;
        private_ip: string;
        security_groups: {
            id: string;
            name: string;
        }[];
        volumes: {
            id: string;
            size_gb: number;
            type: string;
        }[];
    };
    createdAt: number;
    updatedAt: number;
}>>;
/** The inventory of each sandbox. */
export declare const resources: import("../../sandbox/area-state.ts").AreaState<import("../../store/collection.ts").Collection<Readonly<{
    type: string;
    provider: string;
    region: string;
    status: string;
    name: string;
    id: string;
    tags: {
        key: string;
        value: string;
    }[];
    details: {
        instance_type: string;
        vpc_id: string;
        subnet_id: string;
        public_ip: string;
        private_ip: string;
        security_groups: {
            id: string;
            name: string;
        }[];
        volumes: {
            id: string;
            size_gb: number;
            type: string;
        }[];
    };
    createdAt: number;
    updatedAt: number;
}>>>;
export {};
