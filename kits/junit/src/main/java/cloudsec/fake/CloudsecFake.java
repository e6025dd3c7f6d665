package cloudsec.fake;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Gives each test that takes a {@link CloudsecSandbox} a new sandbox, named after the test. A failure lists its
 * requests; a pass deletes it. A test that takes a {@link Fake} gets the fake of the run.
 *
 * <p>The nearest annotation that sets an element decides: on the method, its class, the enclosing class. Next is the
 * configuration parameter {@code cloudsec.} and the name, with values separated by commas.
 */
@Documented
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@ExtendWith(CloudsecExtension.class)
public @interface CloudsecFake {
    /** Scenarios that are on: names, or definitions as JSON. Default: none. */
    String[] scenario() default {};

    /** {@code real}, {@code frozen} (at 2026-07-01T00:00:00Z), or a date-time to freeze at. Default: the clock of the fake. */ String clock() default "";

    /** Options of assumptions: {@code errorStatus=422}. Default: the options of the fake. */
    String[] assume() default {};

    /** Starts with a sandbox without records. Default: false. */
    boolean[] empty() default {};

    /** Fails an otherwise passing test if a request matched no operation or a scenario never fired. Default: false. */
    boolean[] strict() default {};

    /** Judges the requests of an otherwise passing test: {@code fail}, {@code warn} or {@code off}. Default: off. */
    String conduct() default "";

    /** Ids of verdicts of {@code conduct} that do not count. Default: none. */
    String[] allow() default {};

    /** The shortest pause between two reads of an unfinished record, for {@code conduct}. Default: 1s. */
    String pollEvery() default "";
}
